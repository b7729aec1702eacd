/**
 * Why the objects of a cluster can't be rendered. The message names the option and is for display. If the reference operator has a message
 * for the same mistake, the text is the same.
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
  /** The invalid configuration key, if it is a single one. */
  readonly key: string | null
  readonly message: string
  /** Dotted path of the spec field that has to be fixed. */
  readonly field: string
  /** The value found and the allowed values, if the message does not name them; else empty. */
  readonly more: string
}

/** Keys that are set by a field of the spec. */
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
