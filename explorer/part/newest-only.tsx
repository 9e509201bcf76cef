/** Marks what the service answers only for the newest block, whatever block the page is about. */
export function NewestOnly() {
  return <p class="quiet">Always as of the newest block.</p>;
}
