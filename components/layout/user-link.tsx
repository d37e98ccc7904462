'use client'

import { UserRound } from 'lucide-react'
import { PageLink } from '@/components/ui/page-link'
import { useSignedIn } from '@/components/layout/use-signed-in'

export interface UserLinkProps {
  cabinet: { href: string; label: string }
  login: { href: string; label: string }
  /** Shows the words beside the icon (in the slide-in menu). */
  withText?: boolean
  className?: string
}

/** To the cabinet where somebody is signed in, else to the login. Read in the browser, so that public pages stay static. */
export function UserLink({ cabinet, login, withText = false, className }: UserLinkProps) {
  const { href, label } = useSignedIn() ? cabinet : login
  return (
    <PageLink href={href} aria-label={withText ? undefined : label} title={withText ? undefined : label} className={className}>
      <UserRound aria-hidden className="size-5" />
      {withText && label}
    </PageLink>
  )
}
