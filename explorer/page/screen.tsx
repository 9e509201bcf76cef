export function ScreenPage() {
  return <p>soon</p>;
}
