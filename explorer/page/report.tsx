export function ReportPage() {
  return <p>soon</p>;
}
