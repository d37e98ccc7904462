import type { Language } from '@/lib/contract/primitives'
import type { Draft } from './draft'
import type { Sender } from './facts'

/** Everything that a letter's two forms, HTML and plain text, are made from. */
export interface Form {
  language: Language
  sender: Sender
  homeHref: string
  draft: Draft
  linkHint: string
  /** Why the letter came. */
  because: string
  labels: { hours: string; support: string; entry: (seq: number) => string }
  /** Where one says that one wants no such letters. */
  unsubscribe: { label: string; href: string } | null
}
