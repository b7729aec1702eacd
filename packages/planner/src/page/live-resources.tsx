import { useEffect, useRef, useState } from 'preact/hooks'
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

/** The resource that the address names after `#`, as `KIND/NAMESPACE/NAME`; -1: none of these. The fleet page links to it. */
const namedIn = (listed: readonly Listed[]): number => {
  const wanted = location.hash.slice(1)
  return wanted === '' ? -1
    : listed.findIndex(({ kind, namespace, name }) => [kind, namespace, name].map(encodeURIComponent).join('/') === wanted)
}

const textOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** The resources that the operator watches, to choose one from; where it asks who one is, those that one may read. */
export const LiveResources = ({ place, onResource }: LiveResourcesProps) => {
  const [listed, setListed] = useState<readonly Listed[]>([])
  const [trouble, setTrouble] = useState<string | null>(null)
  const [token, setToken] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [namespace, setNamespace] = useState('')
  const [chosen, setChosen] = useState(-1)
  /** The address counts once. */
  const isOpened = useRef(false)
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
    const found = await askJson<readonly Listed[]>(`${place}/resources${of}`, by)
    setListed(found)
    setTrouble(null)
    const named = isOpened.current ? -1 : namedIn(found)
    isOpened.current = true
    if (named >= 0) await choose(named, found, by)
  }
  const use = (given: string): void => {
    setToken(given)
    setTrouble(null)
    void list(given).catch(tell)
  }
  /** Who may read a resource may not read all that the operator looks at: the plan then takes the status at its word. */
  const seenOf = async (of: string, by: string | null): Promise<readonly [Seen | null, string | null]> => {
    try {
      return [await askJson<Seen | null>(`${place}/observed?${of}`, by), null]
    } catch (thrown) {
      if (thrown instanceof NotAnswered && thrown.status === 403) return [null, textOf(thrown)]
      throw thrown
    }
  }
  const choose = async (index: number, among: readonly Listed[], by: string | null): Promise<void> => {
    const resource = among[index]
    setChosen(resource === undefined ? -1 : index)
    if (resource === undefined) return
    const of = new URLSearchParams({ ...resource }).toString()
    const [text, [seen, why], configuration] = await Promise.all([
      askResource(`${place}/resource?${of}`, by),
      seenOf(of, by),
      askJson<Configuration>(`${place}/configuration?${of}`, by),
    ])
    onResource(text, configuration, seen === null ? null : { ...seen, ...resource })
    setTrouble(why === null ? null : `What the operator saw last is left out: ${why}`)
  }
  useEffect(() => void list(null).catch(tell), [])
  if (isAsked && token === null) return <TokenForm why={trouble ?? ''} onToken={use} />
  return (
    <p class="choose">
      <label for="live">A resource of the operator</label>{' '}
      <select
        id="live"
        value={chosen}
        onChange={event => void choose(Number(event.currentTarget.value), listed, token).catch(tell)}
      >
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
