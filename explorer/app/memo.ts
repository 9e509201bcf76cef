const ofPage = new Set<Map<unknown, unknown>>();

/** A promise per key, kept while the document lives. Failures are not kept. */
export function memo<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  return kept(load, new Map());
}

/** As `memo`, until another page is shown: a reorganisation may have changed the answer by then. */
export function pageMemo<Key, Value>(load: (key: Key) => Promise<Value>): (key: Key) => Promise<Value> {
  const values = new Map<Key, Promise<Value>>();
  ofPage.add(values);
  return kept(load, values);
}

export function forgetPage(): void {
  for (const values of ofPage) values.clear();
}

function kept<Key, Value>(
  load: (key: Key) => Promise<Value>,
  values: Map<Key, Promise<Value>>,
): (key: Key) => Promise<Value> {
  return (key) => {
    let value = values.get(key);
    if (value === undefined) {
      value = load(key);
      value.catch(() => values.delete(key));
      values.set(key, value);
    }
    return value;
  };
}
