import { hidden, isSensitive } from '../resource/sensitive.ts'
import type { ShownValue } from './shown-value.ts'

const hiddenScalar: ShownValue = { _tag: 'Scalar', value: hidden, text: hidden, json: JSON.stringify(hidden), same: hidden }

const isNamedSecret = (fields: readonly (readonly [string, ShownValue])[]): boolean =>
  fields.some(([name, value]) => name === 'name' && value._tag === 'Scalar' && isSensitive(value.text))

/**
 * The value as it may be shown: what stands under a sensitive name, and the value of an environment variable with such a name, is hidden (P23).
 * `path` is where the value stands.
 */
export const withoutSecrets = (path: string, value: ShownValue): ShownValue => {
  switch (value._tag) {
    case 'Null':
      return value
    case 'Scalar':
      return isSensitive(path) ? hiddenScalar : value
    case 'List':
      return { ...value, items: value.items.map(item => withoutSecrets(path, item)) }
    case 'Fields': {
      const isSecret = isNamedSecret(value.fields)
      return {
        ...value,
        fields: value.fields.map(([name, field]) => [name, isSecret && name === 'value' && field._tag === 'Scalar' ? hiddenScalar : withoutSecrets(isPlainName(name) ? '' : name, field)] as const),
      }
    }
  }
}

/** Fields of Kubernetes objects that name a key or a Secret; they hold none. */
const isPlainName = (name: string): boolean =>
  ['key', 'secretName', 'automountServiceAccountToken', 'topologyKey', 'matchLabelKeys'].includes(name)
