import { aliasTable, withoutKeys } from '../flink/configuration/alias-table.ts'
import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'

/** The configuration with every option under its canonical key, with the value that Flink reads: that of the first spelling that is set. */
export const canonicalKeys = (configuration: FlinkConfiguration): FlinkConfiguration =>
  aliasTable.reduce((before, group) => {
    const [canonical] = group
    const found = group.find(key => Object.hasOwn(before, key))
    return found === undefined ? before : { ...withoutKeys(before, group), [canonical]: before[found] ?? '' }
  }, configuration)
