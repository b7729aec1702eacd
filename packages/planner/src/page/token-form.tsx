import { useRef } from 'preact/hooks'

export interface TokenFormProps {
  /** Why one is needed. */
  readonly why: string
  readonly onToken: (token: string) => void
}

/**
 * Where a person pastes a token. The field has no name, is emptied when the token is taken, and its form goes nowhere: the token is in the
 * memory of this page alone, and is gone with it.
 */
export const TokenForm = ({ why, onToken }: TokenFormProps) => {
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      class="panel token"
      aria-labelledby="token-title"
      onSubmit={event => {
        event.preventDefault()
        const { current } = field
        const token = current?.value.trim() ?? ''
        if (current === null || token === '') return
        current.value = ''
        onToken(token)
      }}
    >
      <h2 id="token-title">Who are you?</h2>
      <p id="token-hint">
        The operator shows what you may read. It asks for a bearer token of the cluster, such as <code>kubectl create token NAME</code>{' '}
        prints. The token stays in this page until you close it, and is sent to the operator alone.
      </p>
      <p class="failed" role="alert">{why}</p>
      <label for="token">Token</label>{' '}
      <input
        ref={field}
        id="token"
        type="password"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        aria-describedby="token-hint"
      />{' '}
      <button type="submit">Use the token</button>
    </form>
  )
}
