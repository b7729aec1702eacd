import type { OpenJar } from './jar-source.ts'

/** The end record of an empty zip archive. */
const archive = Uint8Array.from([0x50, 0x4b, 5, 6, ...Array.from({ length: 18 }, () => 0)])

/** For a job whose classes are in the image: Flink runs nothing without a jar. */
export const emptyJar = (): OpenJar => ({
  size: archive.length,
  bytes: (async function*() {
    yield await Promise.resolve(archive)
  })(),
  close: () => undefined,
})
