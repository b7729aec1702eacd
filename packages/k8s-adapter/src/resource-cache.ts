import { compactJson } from './compact-json.ts'
import { type Cache, type CacheOptions, createCache } from './cache.ts'
import { integerAt, textAt } from './json-path.ts'

/** What is kept of a custom resource: the text, and what tells whether a change starts a round (control-flow.md, section 2.6). */
export interface ResourceText {
  readonly generation: number
  readonly deleting: boolean
  /** JSON of the whole resource, without bookkeeping; to be decoded by `core/codec`. */
  readonly text: string
}

/** Custom resources of one kind, as compact text. */
export const createResourceCache = (
  options: Pick<CacheOptions<ResourceText, never>, 'onChange' | 'clock'> = {},
): Cache<ResourceText, never> =>
  createCache<ResourceText, never>({
    ...options,
    indexes: {},
    project: object => ({
      generation: integerAt(object, 'metadata', 'generation') ?? 0,
      deleting: textAt(object, 'metadata', 'deletionTimestamp') !== null,
      text: compactJson(object),
    }),
  })
