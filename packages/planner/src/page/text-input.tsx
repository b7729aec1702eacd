import type { ComponentChildren } from 'preact'
import { useMemo, useState } from 'preact/hooks'

export interface TextInputProps {
  readonly id: string
  readonly label: string
  readonly hint: string
  readonly text: string
  /** Lines with a mistake, from 1. */
  readonly problems: ReadonlySet<number>
  /** The text has a mistake whose line is not known. */
  readonly isWrong?: boolean
  /** Why files of so many bytes are not read; null: they are. */
  readonly refused?: (bytes: number) => string | null
  readonly onText: (text: string) => void
  readonly children?: ComponentChildren
}

/** Selects a line of the text with this id, from 1, and brings it into view. */
export const goToLine = (id: string, line: number): void => {
  const field = document.getElementById(id)
  if (!(field instanceof HTMLTextAreaElement)) return
  const lines = field.value.split('\n')
  const start = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0)
  field.focus()
  field.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
  field.scrollTop = field.scrollHeight * Math.max(0, line - 4) / Math.max(1, lines.length)
}

/** The numbers of the lines beside the text. A screen reader gets them with the mistakes. */
const LineNumbers = (
  { count, problems, top }: { readonly count: number; readonly problems: ReadonlySet<number>; readonly top: number },
) => {
  const numbers = useMemo(() => Array.from({ length: count }, (_, index) => index + 1), [count])
  return (
    <div class="numbers" aria-hidden="true">
      <pre ref={own => own === null ? undefined : own.style.setProperty('translate', `0 ${-top}px`)}>
        {problems.size === 0 ? numbers.join('\n')
          : numbers.map(line => (problems.has(line) ? <strong class="failed">{`${line}\n`}</strong> : `${line}\n`))}
      </pre>
    </div>
  )
}

/** A text that is typed, pasted, dropped as files, or chosen from disk. It is read here, and sent nowhere. */
export const TextInput = ({ id, label, hint, text, problems, isWrong, refused, onText, children }: TextInputProps) => {
  const [isOver, setOver] = useState(false)
  const [top, setTop] = useState(0)
  const [refusal, setRefusal] = useState<string | null>(null)
  const count = useMemo(() => text.split('\n').length, [text])
  const read = async (files: FileList | null): Promise<void> => {
    const them = [...files ?? []]
    const why = refused?.(them.reduce((sum, { size }) => sum + size, 0)) ?? null
    setRefusal(why)
    if (why !== null) return
    const texts = await Promise.all(them.map(file => file.text()))
    if (texts.length > 0) onText(texts.join('\n---\n'))
  }
  const over = (event: DragEvent): void => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    void read(event.dataTransfer?.files ?? null)
  }
  return (
    <section class={`text-input${isOver ? ' over' : ''}`} onDragOver={over} onDragLeave={() => setOver(false)} onDrop={drop}>
      <div class="text-head">
        <label for={id}>{label}</label>
        <span class="tools">
          {children}
          <label class="button" for={`${id}-file`}>Open files</label>
          <input
            id={`${id}-file`}
            class="file"
            type="file"
            multiple
            accept=".yaml,.yml,.json"
            aria-label={`${label}: open files`}
            onChange={event => void read(event.currentTarget.files)}
          />
          <button type="button" onClick={() => onText('')} aria-label={`${label}: clear`}>Clear</button>
        </span>
      </div>
      <p class="hint" id={`${id}-hint`}>{hint}</p>
      {refusal === null ? null : <p class="hint failed" role="alert">{refusal}</p>}
      <div class="numbered">
        <LineNumbers count={count} problems={problems} top={top} />
        <textarea
          id={id}
          aria-describedby={`${id}-hint`}
          spellcheck={false}
          autocomplete="off"
          rows={14}
          wrap="off"
          value={text}
          onInput={event => onText(event.currentTarget.value)}
          onScroll={event => setTop(event.currentTarget.scrollTop)}
          aria-invalid={isWrong === true || problems.size > 0}
        />
      </div>
    </section>
  )
}
