import { list } from '../flink/configuration/option-types.ts'
import { startOption } from './operator-option.ts'

/** Names of additional secrets, besides the values that the operator recognizes as secrets automatically. */
export const secretOptions = {
  secretsAdditionalKeys: startOption({
    key: 'secrets.additional-keys',
    type: list,
    default: [],
    doc:
      'Parts of names that mark a value as secret, besides the built-in ones (password, secret, token, credential and the like): of configuration keys, variables, flags and properties. Case, dashes, dots and underscores are ignored.',
  }),
} as const
