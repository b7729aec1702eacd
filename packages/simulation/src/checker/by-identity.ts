/**
 * Cache of values computed from objects, by object identity. When it is full it drops everything: a weak map costs more than
 * recomputing all now and then.
 */
export interface ByIdentity<Key extends object, Made> {
  readonly get: (key: Key) => Made | undefined
  readonly set: (key: Key, made: Made) => void
}

export const byIdentity = <Key extends object, Made>(limit = 30_000): ByIdentity<Key, Made> => {
  const all = new Map<Key, Made>()
  return {
    get: key => all.get(key),
    set: (key, made) => {
      if (all.size >= limit) all.clear()
      all.set(key, made)
    },
  }
}
