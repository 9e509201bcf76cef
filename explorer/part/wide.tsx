import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

/** Shows a drawing that may be wider than the page: it scrolls by itself there, begins at its subject, and says so. */
export function Wide({ children }: { readonly children: ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = place.current!;
    const subject = element.querySelector('.subject .node-box')?.getBoundingClientRect();
    if (subject)
      element.scrollLeft +=
        subject.left + subject.width / 2 - element.getBoundingClientRect().left - element.clientWidth / 2;
    const observer = new ResizeObserver(() => setWide(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      {isWide && <p class="quiet no-print">Wider than the screen: move the drawing sideways.</p>}
      <div class="scroll" ref={place}>
        {children}
      </div>
    </>
  );
}
