/** The head of an arrow, for both ends of a line. */
export function ArrowHead() {
  return (
    <defs>
      <marker
        id="head"
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        orient="auto-start-reverse"
      >
        <path d="M0 0 8 4 0 8z" class="arrow-head" />
      </marker>
    </defs>
  );
}
