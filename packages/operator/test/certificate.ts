import { mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generate } from 'selfsigned'

/** PEM texts of a certificate that signs itself. */
export interface SelfSigned {
  readonly cert: string
  readonly key: string
}

/** For this machine, and for the addresses that are named; with `by` it is signed by that CA, and is none itself. */
export const selfSigned = async (
  name: string,
  { days = 30, addresses = [], names = [], by }: {
    readonly days?: number
    readonly addresses?: readonly string[]
    readonly names?: readonly string[]
    readonly by?: SelfSigned
  } = {},
): Promise<SelfSigned> => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(Date.now() + days * 86_400_000),
    ...(by === undefined ? {} : { ca: by }),
    extensions: [
      { name: 'basicConstraints', cA: by === undefined },
      {
        name: 'subjectAltName',
        altNames: [
          ...[name, 'localhost', ...names].map(value => ({ type: 2 as const, value })),
          ...['127.0.0.1', ...addresses].map(ip => ({ type: 7 as const, ip })),
        ],
      },
    ],
  })
  return { cert, key }
}

/** A folder as a kubelet mounts a Secret: links to files below a link that is swapped as a whole. */
export interface MountedSecret {
  readonly folder: string
  readonly put: (files: Readonly<Record<string, string>>) => void
}

export const mountedSecret = (): MountedSecret => {
  const folder = mkdtempSync(join(tmpdir(), 'flink-operator-secret-'))
  let version = 0
  return {
    folder,
    put: files => {
      version += 1
      const data = mkdtempSync(join(folder, `..${version}-`))
      for (const [name, content] of Object.entries(files)) {
        writeFileSync(join(data, name), content)
        rmSync(join(folder, name), { force: true })
        symlinkSync(join('..data', name), join(folder, name))
      }
      const next = join(folder, '..data_tmp')
      symlinkSync(data, next)
      renameSync(next, join(folder, '..data'))
    },
  }
}
