/** For what the service answers of the newest block alone, whatever block the page is about. */
export function NewestOnly() {
  return <p class="quiet">Always as of the newest block.</p>;
}
