import type { GoldenVector } from './family.ts'

interface Spec {
  readonly image?: string
}
interface Given {
  readonly resource?: { readonly spec?: Spec }
  readonly lastReconciledSpec?: Spec
  readonly lastStableSpec?: Spec
}

/** What the words of rules call the images and the bucket of a vector, by what they are there. The first of equal images counts. */
const namesOf = (vector: GoldenVector): readonly (readonly [value: string, name: string])[] => {
  const { resource, lastReconciledSpec: deployed, lastStableSpec: stable } = vector.given as unknown as Given
  const wanted = resource?.spec
  const images = [[deployed?.image, 'flink:x'], [stable?.image, 'stable'], [
    wanted?.image,
    deployed === undefined ? 'flink:x' : 'other',
  ]] as const
  return [
    ...images.flatMap(([image, name]) => (image === undefined ? [] : [[` image ${image}`, ` image ${name}`] as const])),
    ...[/s3:\/\/[^/"]+\//u.exec(JSON.stringify(vector.given))?.[0]].flatMap(it => (it === undefined ? [] : [[it, 's3://b/'] as const])),
  ]
}

/**
 * A value of a difference in the words of the rules: `image flink:x` is the image that is deployed, `image stable` that of the last stable
 * spec, `image other` that of the wanted spec, and `s3://b/` the bucket. A rule is about what they are, not about what a vector calls them.
 */
export const inNames = (vector: GoldenVector, value: unknown): unknown => {
  if (typeof value !== 'string') return value
  const names = namesOf(vector)
  const named = value.replaceAll(/ image \S+/gu, found => names.find(([it]) => it === found)?.[1] ?? found)
  return names.filter(([it]) => it.startsWith('s3:')).reduce((text, [bucket, name]) => text.replaceAll(bucket, name), named)
}
