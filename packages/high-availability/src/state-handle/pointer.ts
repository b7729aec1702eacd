import { fromBase64, toBase64 } from './base64.ts'
import { fromJavaText, toJavaText } from './java-text.ts'

/** A file below `high-availability.storageDir`. */
export interface StoredFile {
  /** A URI, such as `file:/data/ha/app/completedCheckpoint64d618f84d15`. */
  readonly path: string
  /** In bytes. */
  readonly size: number
}

/**
 * A value of a state-handle store: Base64 of a Java-serialised `StateHandleWithDeleteMarker` (kubernetes-ha.md, section 2.5).
 *
 * Corrupt: neither we nor Flink can read it. It is kept and reported until a process writes or removes its key.
 */
export type Pointer =
  /** `file` null: a handle of another form than in Flink's stores, so its file is unknown. */
  | { readonly _tag: 'Pointer'; readonly marked: boolean; readonly file: StoredFile | null }
  | { readonly _tag: 'Corrupt'; readonly why: string }

/** Decodes a value; never throws. Only the exact form of Flink 1.20 and 2.3 is decoded; any other is not guessed. */
export const readPointer = (value: string): Pointer => {
  const bytes = fromBase64(value)
  if (bytes === null) return { _tag: 'Corrupt', why: 'it is not Base64' }
  const root = rootForm.exec(bytes)
  if (root === null) return { _tag: 'Corrupt', why: 'it is Base64, but there is no pointer of Flink in it' }
  return { _tag: 'Pointer', marked: root[1] === '\x01', file: fileOf(bytes.slice(root[0].length)) }
}

/**
 * The value for a file, readable by Flink: the same bytes in 1.20 and 2.3, including the class versions. Null: the path is no URI
 * with a scheme (Flink would refuse the value), is longer than 65,535 bytes, or the size is invalid.
 */
export const writePointer = (file: StoredFile, marked = false): string | null => {
  const path = isStorable(file) ? toJavaText(file.path) : null
  return path === null ? null : toBase64([root, marked ? '\x01' : '\x00', handle, toLong(file.size), filePath, path, end].join(''))
}

/** The value with its deletion marker set: changes only one byte. Null: not a pointer. */
export const markPointer = (value: string): string | null => {
  const bytes = fromBase64(value)
  const root = bytes === null ? null : rootForm.exec(bytes)
  return bytes === null || root === null ? null : toBase64(`${root[0].slice(0, -1)}\x01${bytes.slice(root[0].length)}`)
}

// ---- the bytes of Java serialisation --------------------------------------------------------------------------------------------------

const short = (value: number): string => String.fromCharCode(value >> 8, value & 255)
const named = (text: string): string => short(text.length) + text
const hex = (digits: string): string => digits.replace(/../g, byte => String.fromCharCode(parseInt(byte, 16)))

interface JavaClass {
  readonly name: string
  /** `serialVersionUID`. */
  readonly version: string
  /** The class has a `writeObject` method. */
  readonly custom?: boolean
  /** In Java's order: primitive types first. */
  readonly fields: readonly (readonly [name: string, type: string])[]
}

const state = 'org.apache.flink.runtime.state'
const classes = {
  withMarker: {
    name: 'org.apache.flink.kubernetes.highavailability.KubernetesStateHandleStore$StateHandleWithDeleteMarker',
    version: '1bad4480ef860d7c',
    fields: [['markedForDeletion', 'Z'], ['inner', `${state}.RetrievableStateHandle`]],
  },
  retrievable: {
    name: `${state}.RetrievableStreamStateHandle`,
    version: '00011e18f155972b',
    fields: [['wrappedStreamStateHandle', `${state}.StreamStateHandle`]],
  },
  file: {
    name: `${state}.filesystem.FileStateHandle`,
    version: '04dc75d862bd1bb3',
    fields: [['stateSize', 'J'], ['filePath', 'org.apache.flink.core.fs.Path']],
  },
  path: { name: 'org.apache.flink.core.fs.Path', version: '0000000000000001', fields: [['uri', 'java.net.URI']] },
  uri: { name: 'java.net.URI', version: 'ac01782e439e49ab', custom: true, fields: [['string', 'java.lang.String']] },
} as const satisfies Readonly<Record<string, JavaClass>>

/** A new object: its class with version and fields; the values follow. */
const around = ({ name, custom = false, fields }: JavaClass): readonly [string, string] => [
  `sr${named(name)}`,
  [
    custom ? '\x03' : '\x02',
    short(fields.length),
    ...fields.map(([field, type]) =>
      type.length === 1 ? type + named(field) : `L${named(field)}t${named(`L${type.replaceAll('.', '/')};`)}`
    ),
    'xp',
  ].join(''),
]
const object = (it: JavaClass): string => around(it).join(hex(it.version))

const header = '\xac\xed\x00\x05'
const root = header + object(classes.withMarker)
const handle = object(classes.retrievable) + object(classes.file)
const filePath = `${object(classes.path)}${object(classes.uri)}t`
const end = 'x'

/** The same for any class versions: a pointer of another Flink version is not corrupt. */
const form = (...objects: readonly JavaClass[]): string => objects.map(it => around(it).map(escaped).join('[\\s\\S]{8}')).join('')
const escaped = (bytes: string): string => bytes.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

const rootForm = new RegExp(`^${header}${form(classes.withMarker)}([\\x00\\x01])`)
const fileForm = new RegExp(`^${form(classes.retrievable, classes.file)}([\\s\\S]{8})${form(classes.path, classes.uri)}t([\\s\\S]*)${end}$`)

const fileOf = (bytes: string): StoredFile | null => {
  const [, size = '', text = ''] = fileForm.exec(bytes) ?? []
  const path = fromJavaText(text)
  const file = { path: path ?? '', size: fromLong(size) }
  return isStorable(file) ? file : null
}

const toLong = (value: number): string => hex(value.toString(16).padStart(16, '0'))
const fromLong = (bytes: string): number => bytes.split('').reduce((sum, byte) => sum * 256 + byte.charCodeAt(0), 0)

/**
 * RFC 2396 as strictly as `java.net.URI`: a scheme, no blanks or control characters, brackets only for a host, `%` only before two
 * hex digits. A host without brackets is matched like the rest, so that no part of a long text can match in two ways.
 */
const isUri = (text: string): boolean => uri.test(text) && !/%(?![0-9A-Fa-f]{2})/.test(text)
const uri = /^[A-Za-z][A-Za-z0-9+.-]*:(?:\/\/[^/?#\s"<>\\^`{|}]*[[\]])?[^\s"<>\\^`{|}[\]\p{Cc}\p{Cf}\p{Cs}\p{Z}]+$/u

const isStorable = ({ path, size }: StoredFile): boolean => isUri(path) && Number.isSafeInteger(size) && size >= 0
