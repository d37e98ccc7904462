import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactElement, ReactNode } from 'react'
import { NextIntlClientProvider } from 'next-intl'
import { createQueryClient } from '@/components/office/queries'
import { StaffProvider } from '@/components/office/staff-context'
import { loadMessages } from '@/lib/i18n/messages'

const messages = await loadMessages('en')
const member = { id: 1, name: 'Olha Menedzher', role: 'admin' } as const

const router = {} as AppRouterInstance

/** What every view of the office has around it, in English, for an administrator, with the given query string. */
export function officeAround(search = '') {
  const client = createQueryClient()
  const params = new URLSearchParams(search)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppRouterContext value={router}>
      <NextIntlClientProvider locale="en" messages={messages} timeZone="Europe/Kyiv">
        <SearchParamsContext value={params}>
          <StaffProvider member={member}>
            <QueryClientProvider client={client}>{children}</QueryClientProvider>
          </StaffProvider>
        </SearchParamsContext>
      </NextIntlClientProvider>
    </AppRouterContext>
  )
  return { client, wrapper }
}

export function renderOffice(view: ReactElement, search = '') {
  const { client, wrapper } = officeAround(search)
  return { client, ...render(view, { wrapper }) }
}
