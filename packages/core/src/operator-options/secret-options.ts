import { list } from '../flink-configuration/option-types.ts'
import { startOption } from './operator-option.ts'

/** What is never told, beside what looks like a secret by itself. */
export const secretOptions = {
  secretsAdditionalKeys: startOption({
    key: 'secrets.additional-keys',
    type: list,
    default: [],
    doc:
      'Parts of names whose values are secrets, beside the built-in ones (password, secret, token, credential and the like): of configuration keys, variables, flags and properties. Case, dashes, dots and underscores do not count.',
  }),
} as const
