/** A promise per key, kept while the document lives. Failures are not kept. */
export function memo<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const kept = new Map<Key, Promise<Value>>();
  return (key) => {
    let value = kept.get(key);
    if (value === undefined) {
      value = load(key);
      value.catch(() => kept.delete(key));
      kept.set(key, value);
    }
    return value;
  };
}
