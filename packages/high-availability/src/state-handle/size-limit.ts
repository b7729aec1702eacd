import type { ConfigMapContent, KeyChanges } from '../config-map.ts'

/** Kubernetes' limit for the values of a ConfigMap together, in bytes. */
export const configMapLimit = 1024 * 1024

/** In UTF-8. Pointers are ASCII, with one byte for each character. */
const bytesOf = (text: string): number =>
  text.length + (text.match(/[\u0080-\uffff]/g) ?? []).reduce((sum, unit) => sum + (/[\u0080-\u07ff\ud800-\udfff]/.test(unit) ? 1 : 2), 0)

const sizeOf = (data: Readonly<Record<string, string>>): number => Object.values(data).reduce((sum, value) => sum + bytesOf(value), 0)

const changed = (data: Readonly<Record<string, string>>, changes: KeyChanges): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries({ ...data, ...changes }).filter((entry): entry is [string, string] => entry[1] !== null))

/** Null: the change fits. Otherwise what a user can do. A change that does not enlarge the ConfigMap always fits. */
export const overSizeLimit = ({ name, data }: Pick<ConfigMapContent, 'name' | 'data'>, changes: KeyChanges): string | null => {
  const [before, after] = [sizeOf(data), sizeOf(changed(data, changes))]
  return after <= configMapLimit || after <= before ? null
    : `ConfigMap ${name} would hold ${after} bytes, and the API server takes at most ${configMapLimit}: nothing was written; `
      + 'keep fewer checkpoints (execution.checkpointing.num-retained), or remove entries that are not needed any more'
}
