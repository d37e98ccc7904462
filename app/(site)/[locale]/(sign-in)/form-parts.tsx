import type { ReactNode } from 'react'
import { AppLink } from '@/components/ui/link'

export function FormHead({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <h1 className="text-h2">{title}</h1>
      <p className="break-words text-soft">{lead}</p>
    </div>
  )
}

export function FormFoot({ text, href, link }: { text: string; href: string; link: string }) {
  return (
    <p className="border-t border-line pt-5 text-small text-soft">
      {text}{' '}
      <AppLink href={href} className="font-semibold text-link hover:underline">
        {link}
      </AppLink>
    </p>
  )
}
