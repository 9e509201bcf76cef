export function RegistriesPage() {
  return <p>soon</p>;
}
