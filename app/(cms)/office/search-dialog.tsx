'use client'

import { Search } from 'lucide'
import { Icon } from '@/components/ui/icon'
import { useRouter } from 'next/navigation'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useOffice } from '@/app/(cms)/office/lists/use-office'
import { type Fault, faultOf } from '@/app/(cms)/office/resource'
import { classNames } from '@/components/ui/class-names'
import { Dialog } from '@/components/ui/dialog'
import { CONTROL_LOOK } from '@/components/ui/field'
import { api } from '@/lib/api/browser'
import { FaultNotice, Quiet } from './kit'
import { useHits, type HitGroup } from './search-hits'
import type { SearchResults } from '@/lib/contract/manager-office'

/** Typing goes on for so long before the server is asked. */
const PAUSE_MS = 200

/** Opens the search with "/" or Ctrl-K (Command-K) wherever one is, unless something is being typed. */
export function SearchDialog() {
  const { word } = useOffice()
  const [open, setOpen] = useState(false)

  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent): void {
      const withControl = (event.ctrlKey || event.metaKey) && !event.altKey && event.code === 'KeyK'
      const slash = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target)
      if (!withControl && !slash) return
      event.preventDefault()
      setOpen(true)
    }
    // Before the rich text editor, which has a Ctrl-K of its own, unless it is being written in.
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])

  return (
    <div className="office">
      <button
        type="button"
        aria-keyshortcuts="/ Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="flex min-h-9 items-center gap-2 rounded-sm border border-line-strong bg-surface px-3 text-small text-soft hover:bg-hover"
      >
        <Icon of={Search} className="size-4" />
        <span className="sr-only sm:not-sr-only">{word('searchEverything')}</span>
        <kbd aria-hidden className="hidden rounded-sm border border-line px-1.5 font-sans text-fine sm:inline">
          /
        </kbd>
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={word('searchEverything')}
        description={word('searchEverythingHint')}
        closeLabel={word('close')}
        size="wide"
      >
        {open && <SearchBox onLeave={() => setOpen(false)} />}
      </Dialog>
    </div>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], [role="combobox"]'))
  )
}

type Found = { text: string; results: SearchResults }

function SearchBox({ onLeave }: { onLeave: () => void }) {
  const { word, locale } = useOffice()
  const router = useRouter()
  const listId = useId()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Found | null>(null)
  const [fault, setFault] = useState<Fault | null>(null)
  const [active, setActive] = useState(0)
  const latest = useRef('')
  const wanted = text.trim()
  const groups = useHits(wanted === '' ? null : (found?.results ?? null))
  const hits = groups.flatMap((group) => group.hits)
  const current = hits[Math.min(active, hits.length - 1)]

  useEffect(() => {
    latest.current = wanted
    if (wanted === '') return
    const timer = setTimeout(() => {
      api.manager.search({ text: wanted, lang: locale }).then(
        ({ data }) => {
          // An answer that comes late must not replace a later one.
          if (latest.current !== wanted) return
          setFound({ text: wanted, results: data })
          setFault(null)
          setActive(0)
        },
        (error: unknown) => latest.current === wanted && setFault(faultOf(error)),
      )
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, locale])

  function open(href: string): void {
    onLeave()
    router.push(href)
  }

  function move(event: KeyboardEvent<HTMLInputElement>): void {
    if (hits.length === 0) return
    if (event.key === 'Enter' && current && found?.text === wanted) {
      event.preventDefault()
      return open(current.href)
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    setActive((index) => (Math.min(index, hits.length - 1) + step + hits.length) % hits.length)
  }

  return (
    <div className="grid gap-4">
      <input
        type="search"
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${current.key}`}
        aria-autocomplete="list"
        aria-label={word('searchEverything')}
        placeholder={word('searchPlaceholder')}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={move}
        className={CONTROL_LOOK}
      />
      {fault && <FaultNotice fault={fault} />}
      <p role="status" className="sr-only">
        {found?.text === wanted && wanted !== '' ? word('foundCount', { count: hits.length }) : ''}
      </p>
      {found?.text === wanted && hits.length === 0 && <Quiet>{word('nothingFound')}</Quiet>}
      <div
        id={listId}
        role="listbox"
        aria-label={word('searchEverything')}
        className="max-h-[min(56dvh,520px)] overflow-y-auto empty:hidden"
      >
        {groups.map((group) => (
          <Group key={group.title} group={group} listId={listId} active={current?.key} onOpen={open} />
        ))}
      </div>
    </div>
  )
}

interface GroupProps {
  group: HitGroup
  listId: string
  active: string | undefined
  onOpen: (href: string) => void
}

function Group({ group, listId, active, onOpen }: GroupProps) {
  const titleId = useId()
  return (
    <div role="group" aria-labelledby={titleId} className="pb-3">
      <div id={titleId} className="px-3 py-1.5 text-fine font-semibold text-soft">
        {group.title}
      </div>
      {group.hits.map((hit) => (
        <a
          key={hit.key}
          id={`${listId}-${hit.key}`}
          ref={(element) => {
            if (hit.key === active) element?.scrollIntoView({ block: 'nearest' })
          }}
          role="option"
          aria-selected={hit.key === active}
          tabIndex={-1}
          href={hit.href}
          onClick={(event) => {
            // With a modifier the browser opens it in a tab of its own.
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            onOpen(hit.href)
          }}
          className={classNames(
            'flex flex-wrap items-baseline justify-between gap-x-4 rounded-sm px-3 py-2 hover:bg-hover',
            hit.key === active && 'bg-own',
          )}
        >
          <span className="font-semibold">{hit.title}</span>
          <span className="text-small text-soft">{hit.detail}</span>
        </a>
      ))}
    </div>
  )
}
