import type { ReactNode } from 'react'
import type { ContactDetails } from '@/components/content/contact-sheet'
import type { Category } from '@/lib/contract/content'
import type { Certificate } from '@/lib/contract/pages'

/** What blocks show besides an editor’s own words. */
export interface BlockContext {
  categories: Category[]
  /** The product that the page is about; null where it is about all. */
  category: Category | null
  contacts: ContactDetails
  /** Read only where a block asks for them. */
  certificates: Certificate[]
  today: Date
}

/** A block with its heading; without one it is only a part of the page. It is no landmark: a table in it is one, of the same name. */
export function BlockFrame({ title, children }: { title: string; children: ReactNode }) {
  if (title === '') return <div className="grid grid-cols-[minmax(0,1fr)]">{children}</div>
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <h2 className="max-w-[30ch] text-h2">{title}</h2>
      {children}
    </section>
  )
}
