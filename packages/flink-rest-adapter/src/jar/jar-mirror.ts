import { httpJar } from './http-jar.ts'
import type { JarSource } from './jar-source.ts'

/**
 * Fetches the jars of all hosts from one mirror instead: `https://repo.example/a.jar` is `<mirror>/repo.example/a.jar`. `mirror`: an
 * http or https URL, chosen by whoever starts the operator, so its address may be a restricted one. It gets no headers, which belong
 * to the host of `jarURI`, and no query, which may be a signature.
 */
export const jarMirror = (mirror: string, fetch: JarSource = httpJar()): Readonly<Record<'http' | 'https', JarSource>> => {
  const fromMirror: JarSource = (uri, rules, signal) =>
    fetch(new URL(`${mirror.replace(/\/$/u, '')}/${uri.host}${uri.pathname}`), { ...rules, restriction: () => null, headers: {} }, signal)
  return { http: fromMirror, https: fromMirror }
}
