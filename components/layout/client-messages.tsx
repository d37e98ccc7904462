import { type Messages, type NamespaceKeys, type NestedKeyOf, NextIntlClientProvider } from 'next-intl'
import { getLocale, getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Endpoint } from '@/lib/contract/endpoint'
import { endpoints, type Endpoints } from '@/lib/contract/endpoints'
import { BROWSER_REFUSALS, refusalsOf } from '@/lib/contract/refusals'

/** A namespace of the messages, or a part of one, such as `Cabinet.board`. */
export type ClientNamespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>

export interface ClientMessagesProps {
  /** Only these go to the browser. */
  namespaces: readonly ClientNamespace[]
  /** The groups of calls that the components below make: the texts of their refusals go to the browser too. */
  calls?: readonly (keyof Endpoints)[]
  children: ReactNode
}

/**
 * Provides the messages of these namespaces to the client components below. A test compares both lists with what those
 * components open and call.
 */
export async function ClientMessages({ namespaces, calls = [], children }: ClientMessagesProps) {
  const [locale, messages] = await Promise.all([getLocale(), getMessages()])
  const picked: Texts = {}
  for (const namespace of namespaces) copyPart(messages, picked, namespace.split('.'))
  if (calls.length > 0) picked.Errors = refusalTexts(messages.Errors, calls)
  return (
    <NextIntlClientProvider locale={locale} messages={picked}>
      {children}
    </NextIntlClientProvider>
  )
}

interface Texts {
  [key: string]: string | Texts
}

/** Parts keep their identity, so that an answer that carries one twice names it the second time. */
function copyPart(from: Texts, to: Texts, [key = '', ...rest]: string[]): void {
  const part = from[key] as Texts
  if (rest.length === 0) {
    to[key] = part
    return
  }
  to[key] ??= {}
  if (to[key] !== part) copyPart(part, to[key] as Texts, rest)
}

function refusalTexts(texts: Messages['Errors'], calls: readonly (keyof Endpoints)[]): Texts {
  const declared = calls.flatMap((group) => Object.values<Endpoint>(endpoints[group]).flatMap(refusalsOf))
  return Object.fromEntries([...new Set([...declared, ...BROWSER_REFUSALS])].map((code) => [code, texts[code]]))
}
