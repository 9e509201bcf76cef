import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DrawingProps } from './drawn-edge.js';
import { TreeDrawing } from './tree-drawing.js';
import { WideDrawing } from './wide-drawing.js';

/** Part of its width to which a drawing shrinks. Text of a smaller one could not be read. */
const SMALLEST = 0.8;

/** Boxes and arrows: text that can be read, printed and reached by keyboard. Where there is no room for their places, a tree. */
export function Drawing(props: DrawingProps) {
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const element = place.current!;
    const measure = () => setRoom(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place}>
      {room !== undefined &&
        (room < props.width * SMALLEST ? <TreeDrawing {...props} room={room} /> : <WideDrawing {...props} />)}
    </div>
  );
}
