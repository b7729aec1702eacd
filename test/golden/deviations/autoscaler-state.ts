import { isDeepStrictEqual } from 'node:util'
import type { Deviation } from '../deviation.ts'
import type { GoldenVector } from '../family.ts'

interface Write {
  readonly method: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A text that can't be read stands for itself. */
const readable = (data: Write['data']): Write['data'] =>
  Object.fromEntries(Object.entries(data).filter(([key, value]) => key === 'somethingElse' || typeof value !== 'string'))

/** What each write changes; one that changes nothing is none. The first one creates the ConfigMap where there is none. */
const changes = (writes: readonly Write[], existing: Write['data'] | undefined): readonly Write['data'][] =>
  writes.map(({ data }) => readable(data)).filter((data, index, all) =>
    !isDeepStrictEqual(data, index === 0 ? existing ?? {} : all[index - 1])
  )

/** Parts that hold something: the vectors' own ConfigMaps hold overrides for one vertex, a foreign key, and a history that is none. */
const existingContent = ({ given }: GoldenVector): Write['data'] | undefined => {
  const { data } = (given['existing'] ?? {}) as { readonly data?: Readonly<Record<string, string>> }
  const overrides = data?.['parallelismOverrides']?.split(':')
  return data === undefined ? undefined : {
    ...(overrides === undefined ? {} : { parallelismOverrides: { [overrides[0] ?? '']: overrides[1] } }),
    ...(data['somethingElse'] === undefined ? {} : { somethingElse: data['somethingElse'] }),
  }
}

const unquoted = (text: unknown): string => String(text).replaceAll("'", '')

const isOfWhat = (what: string) => ({ given }: GoldenVector): boolean => given['what'] === what

export const autoscalerStateDeviations: readonly Deviation[] = [
  {
    id: 'A-18',
    family: 'autoscaler-state',
    vectors: 'a text that fails each cycle of the reference: an id that is none, an overrides text that does not parse, an empty document',
    when: vector => isOfWhat('decode')(vector) && (vector.expect['throws'] !== undefined || vector.expect['value'] === null),
    excuses: [
      { field: 'throws', got: null },
      { field: 'unreadable', want: null },
      { field: 'value', want: null, got: { name: 'the empty value', test: (it: unknown) => isDeepStrictEqual(it, {}) } },
      { field: 'removed', want: false, got: true },
    ],
    reason: 'The key counts as empty and is told once, instead of a failure in each cycle until someone edits the ConfigMap.',
    test: 'A-18 a text that the reference fails at in each cycle counts as empty, and its key is named',
  },
  {
    id: 'U01-overrides',
    family: 'autoscaler-state',
    vectors: 'a parallelism override whose vertex or number is empty, or has blanks at its ends',
    when: ({ given }) =>
      given['key'] === 'parallelismOverrides'
      && Object.entries((given['value'] ?? {}) as Record<string, string>).some(pair => pair.some(it => it.trim() !== it || it === '')),
    excuses: [
      { field: 'stored', got: /''/, both: { name: 'without quotes the same', test: (want, got) => unquoted(want) === unquoted(got) } },
      {
        field: 'readBack',
        both: { name: 'what was written is what is read', test: (_want, got, { given }) => isDeepStrictEqual(got, given['value']) },
      },
    ],
    reason: 'What would be read back as something else is quoted.',
    test: 'U01-overrides what would be read back otherwise is quoted',
  },
  {
    id: 'A-writes',
    family: 'autoscaler-state',
    vectors: 'a write that changes nothing, or that keeps a text that can not be read',
    when: isOfWhat('writes'),
    excuses: [{
      field: 'writes',
      both: {
        name: 'without the writes that change nothing the same',
        test: (want, got, vector) => {
          const existing = existingContent(vector)
          return isDeepStrictEqual(changes(want as readonly Write[], existing), changes(got as readonly Write[], existing))
            && (got as readonly Write[]).every(({ method }, index) => method === (index === 0 && existing === undefined ? 'POST' : 'PUT'))
        },
      },
    }],
    reason:
      'Equal state is not written again, and no ConfigMap is made for an empty state; a text that can not be read goes with the next write.',
    test: 'A-writes equal state is not written again, in whatever order its texts hold it',
  },
]
