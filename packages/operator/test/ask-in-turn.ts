/**
 * A process of its own, so that no loop that is tested times itself: asks each address in turn, as often as the first argument says, and
 * prints how long each answer took, in milliseconds, as `{ [url]: number[] }`. An answer that is not 200 counts as one that never came.
 */
import { setTimeout as pause } from 'node:timers/promises'

const [times, ...urls] = process.argv.slice(2)
const took: Readonly<Record<string, number[]>> = Object.fromEntries(urls.map(url => [url, []]))

const timed = async (url: string): Promise<number> => {
  const asked = performance.now()
  const { status } = await fetch(url)
  return status === 200 ? performance.now() - asked : Number.MAX_VALUE
}

// the first call loads what fetch takes
for (const url of urls) await timed(url)
for (let n = 0; n < Number(times); n += 1) {
  for (const url of urls) took[url]?.push(await timed(url))
  await pause(20)
}
console.log(JSON.stringify(took))
