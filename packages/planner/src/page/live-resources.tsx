import { useEffect, useState } from 'preact/hooks'
import type { Observed } from '../view/basis.ts'
import { askJson, askResource, NotAnswered } from './ask-operator.ts'
import { TokenForm } from './token-form.tsx'

/** How the operator names a resource; `server/planner` answers with a list of them. */
interface Listed {
  readonly kind: string
  readonly namespace: string
  readonly name: string
}

type Configuration = Readonly<Record<string, string>>
type Seen = Omit<Observed, keyof Listed>

export interface LiveResourcesProps {
  /** Where the operator answers, relative to the page. */
  readonly place: string
  readonly onResource: (text: string, configuration: Configuration, observed: Observed | null) => void
}

const textOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** The resources that the operator watches, to choose one from; where it asks who one is, those that one may read. */
export const LiveResources = ({ place, onResource }: LiveResourcesProps) => {
  const [listed, setListed] = useState<readonly Listed[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const [token, setToken] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [namespace, setNamespace] = useState('')
  const tell = (thrown: unknown): void => {
    setTrouble(textOf(thrown))
    if (thrown instanceof NotAnswered && thrown.status === 401) {
      setAsked(true)
      setToken(null)
      setListed([])
    }
  }
  const list = async (by: string | null): Promise<void> => {
    const of = namespace === '' ? '' : `?${new URLSearchParams({ namespace }).toString()}`
    setListed(await askJson<readonly Listed[]>(`${place}/resources${of}`, by))
    setTrouble(null)
  }
  const use = (given: string): void => {
    setToken(given)
    setTrouble(null)
    void list(given).catch(tell)
  }
  /** Who may read a resource may not read all that the operator looks at: the plan then takes the status at its word. */
  const seenOf = async (of: string): Promise<readonly [Seen | null, string | null]> => {
    try {
      return [await askJson<Seen | null>(`${place}/observed?${of}`, token), null]
    } catch (thrown) {
      if (thrown instanceof NotAnswered && thrown.status === 403) return [null, textOf(thrown)]
      throw thrown
    }
  }
  const choose = async (index: number): Promise<void> => {
    const resource = listed[index]
    if (resource === undefined) return
    const of = new URLSearchParams({ ...resource }).toString()
    const [text, [seen, why], configuration] = await Promise.all([
      askResource(`${place}/resource?${of}`, token),
      seenOf(of),
      askJson<Configuration>(`${place}/configuration?${of}`, token),
    ])
    onResource(text, configuration, seen === null ? null : { ...seen, ...resource })
    setTrouble(why === null ? null : `What the operator saw last is left out: ${why}`)
  }
  useEffect(() => void list(null).catch(tell), [])
  if (isAsked && token === null) return <TokenForm why={trouble ?? ''} onToken={use} />
  return (
    <p class="choose">
      <label for="live">A resource of the operator</label>{' '}
      <select id="live" onChange={event => void choose(Number(event.currentTarget.value)).catch(tell)}>
        <option value={-1}>{listed.length === 0 ? 'none is watched' : 'choose …'}</option>
        {listed.map(({ kind, namespace: place, name }, index) => <option value={index}>{`${kind} ${place}/${name}`}</option>)}
      </select>{' '}
      {isAsked
        ? (
          <>
            <label for="namespace">Namespace (empty: all)</label>{' '}
            <input id="namespace" autocomplete="off" value={namespace} onInput={event => setNamespace(event.currentTarget.value.trim())} />
            {' '}
            <button
              type="button"
              onClick={() => {
                setToken(null)
                setListed([])
                setTrouble('The token was forgotten.')
              }}
            >
              Forget the token
            </button>
            {' '}
          </>
        ) : null}
      <button type="button" onClick={() => void list(token).catch(tell)}>Read the list again</button>
      {trouble === null ? null : <strong class="failed" role="alert">{trouble}</strong>}
    </p>
  )
}
