/**
 * Why the objects of a cluster can't be rendered. The message names the option and is meant for people; where the reference operator
 * has a message of its own for the same mistake, the words are its words.
 */
export interface ManifestError {
  readonly _tag: 'ManifestError'
  readonly reason:
    | 'PortNotFixed'
    | 'LimitFactor'
    | 'Replicas'
    | 'Memory'
    | 'Value'
    | 'OverlappingKeys'
    | 'ImageMissing'
    | 'JarMissing'
    | 'IngressTemplate'
    | 'Slots'
    | 'Template'
    | 'Refused'
  /** The configuration key that is wrong, where it is one key. */
  readonly key: string | null
  readonly message: string
  /** Dotted path of the field of the spec that has to be mended. */
  readonly field: string
  /** What was found and what is allowed, where the message does not say it; else empty. */
  readonly more: string
}

/** Keys that are set by a field of the spec rather than by hand. */
const fields: Readonly<Record<string, string>> = { 'kubernetes.container.image.ref': 'image', 'pipeline.jars': 'job.jarURI' }

export const manifestError = (
  reason: ManifestError['reason'],
  key: string | null,
  message: string,
  { field = key === null ? 'spec' : (fields[key] ?? `flinkConfiguration.${key}`), more = '' }: {
    readonly field?: string
    readonly more?: string
  } = {},
): ManifestError => ({ _tag: 'ManifestError', reason, key, message, field, more })
