/** The arguments of each instruction of this name, in a Dockerfile whose instructions are a line each. */
export const instructions = (dockerfile: string, name: string): readonly string[] =>
  dockerfile.split('\n').flatMap(line => (line.startsWith(`${name} `) ? [line.slice(name.length + 1).trim()] : []))

/** The image that it begins from, where nobody names another. Throws where that is not said by digest: it could be another one tomorrow. */
export const baseOf = (dockerfile: string): { readonly name: string; readonly sha256: string } => {
  const [base = ''] = instructions(dockerfile, 'ARG').flatMap(text => (text.startsWith('BASE=') ? [text.slice('BASE='.length)] : []))
  const [, name, sha256] = /^([^@\s]+)@sha256:([0-9a-f]{64})$/.exec(base) ?? []
  const from = instructions(dockerfile, 'FROM')
  if (name === undefined || sha256 === undefined || from.some(it => it !== '${BASE}'))
    throw new Error(`the Dockerfile begins from ${from.join(', ')}, BASE=${base}: expected an image by its digest`)
  return { name, sha256 }
}
