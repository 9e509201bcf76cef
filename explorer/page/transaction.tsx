export function TransactionPage() {
  return <p>soon</p>;
}
