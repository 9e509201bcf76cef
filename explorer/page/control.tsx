export function ControlPage() {
  return <p>soon</p>;
}
