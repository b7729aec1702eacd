import type { JarRules, JarSource, OpenJar } from './jar-source.ts'
import { JarProblem } from './jar-problem.ts'
import { fileJar } from './file-jar.ts'
import { httpJar } from './http-jar.ts'

/** The supported schemes; another scheme is one more line. */
export const jarSources: Readonly<Record<string, JarSource>> = { http: httpJar(), https: httpJar(), file: fileJar }

/** Opens the jar of `jarURI`, within the rules. Rejects with a `JarProblem`, or with a system error. */
export const openJar = async (
  jarURI: string,
  rules: JarRules,
  signal: AbortSignal,
  sources: Readonly<Record<string, JarSource>> = jarSources,
): Promise<OpenJar> => {
  if (!URL.canParse(jarURI)) throw new JarProblem('Invalid', 'it is no URI with a scheme')
  const uri = new URL(jarURI)
  const scheme = uri.protocol.slice(0, -1)
  const allowed = rules.allowedSchemes.map(it => it.toLowerCase())
  if (!allowed.includes(scheme))
    throw new JarProblem(
      'Invalid',
      `scheme ${scheme} is not allowed; allowed are [${allowed.join(', ')}] (kubernetes.operator.user.artifacts.allowed-schemes)`,
    )
  const source = Object.hasOwn(sources, scheme) ? sources[scheme] : undefined
  if (source === undefined)
    throw new JarProblem('Invalid', `scheme ${scheme} can't be fetched by this version, which has ${Object.keys(sources).join(', ')}`)
  const jar = await source(uri, rules, signal)
  if (jar.size !== null && jar.size > rules.maxBytes) {
    jar.close()
    throw tooLarge(rules)
  }
  try {
    return await withinRules(jar, rules)
  } catch (thrown) {
    jar.close()
    throw thrown
  }
}

const tooLarge = ({ maxBytes }: JarRules): JarProblem =>
  new JarProblem('Invalid', `it is larger than ${maxBytes} bytes (kubernetes.operator.user.artifacts.max-size)`)

/** A zip archive, possibly empty. */
const isZip = (head: Uint8Array): boolean =>
  head[0] === 0x50 && head[1] === 0x4b && ((head[2] === 3 && head[3] === 4) || (head[2] === 5 && head[3] === 6))

/**
 * Checks the first bytes before any is passed on: Flink accepts any file as a jar, and reports an error only when it runs it. The
 * error does not quote the bytes: they may belong to a file that the user must not read.
 */
const withinRules = async (jar: OpenJar, rules: JarRules): Promise<OpenJar> => {
  const chunks = jar.bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < 4) {
    const chunk = await chunks.next()
    if (chunk.done === true) break
    head = Buffer.concat([head, chunk.value])
  }
  if (!isZip(head)) throw new JarProblem('Invalid', 'the file is no jar (it does not begin like a zip archive)')
  const bytes = async function*(): AsyncGenerator<Uint8Array> {
    let count = head.length
    if (count > rules.maxBytes) throw tooLarge(rules)
    yield head
    for (;;) {
      const chunk = await chunks.next()
      if (chunk.done === true) return
      count += chunk.value.length
      if (count > rules.maxBytes) throw tooLarge(rules)
      yield chunk.value
    }
  }
  return { ...jar, bytes: bytes() }
}
