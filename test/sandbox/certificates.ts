import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const hasOpenssl = spawnSync('openssl', ['version']).status === 0

/** Certificates of one CA, in a folder; the CA's own is `ca.crt`. */
export interface Certificates {
  readonly path: (file: string) => string
  readonly text: (file: string) => string
  /** Writes `NAME.crt` and `NAME.key`. */
  readonly issue: (name: string, hosts: string) => void
  readonly remove: () => void
}

const elliptic = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

export const certificates = (): Certificates => {
  const folder = mkdtempSync(join(tmpdir(), 'certificates-'))
  const path = (file: string): string => join(folder, file)
  const openssl = (...args: readonly string[]): void => void execFileSync('openssl', args, { stdio: 'ignore', cwd: folder })
  openssl('req', '-x509', ...elliptic, '-days', '2', '-subj', '/CN=a company', '-keyout', 'ca.key', '-out', 'ca.crt')
  return {
    path,
    text: file => readFileSync(path(file), 'utf8'),
    issue: (name, hosts) => {
      writeFileSync(path(`${name}.ext`), `subjectAltName=${hosts}\n`)
      openssl('req', ...elliptic, '-subj', `/CN=${name}`, '-keyout', `${name}.key`, '-out', `${name}.csr`)
      openssl(
        ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'],
        ...['-extfile', `${name}.ext`, '-out', `${name}.crt`],
      )
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
