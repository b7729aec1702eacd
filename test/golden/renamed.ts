import type { GoldenVector } from './family.ts'

/** Names that the makers of the vectors chose, and others of the same kind. Rules must not depend on them. */
const names: readonly (readonly [pattern: RegExp, by: string])[] = [
  [/(?<="image":")flink:x(?=")/gu, 'registry.example/flink:9'],
  [/(?<="image":")stable(?=")/gu, 'registry.example/flink:8'],
  [/(?<="image":")(?:other|third)(?=")/gu, 'registry.example/flink:10'],
  [/s3:\/\/b\//gu, 's3://bucket-7/'],
]

/** The same vector, in other names: images, and the bucket of all paths. */
export const renamed = (vector: GoldenVector): GoldenVector =>
  JSON.parse(names.reduce((text, [pattern, by]) => text.replaceAll(pattern, by), JSON.stringify(vector))) as GoldenVector
