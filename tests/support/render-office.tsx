import { TranslationProvider } from '@payloadcms/ui'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { AppRouterContext, type AppRouterInstance } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import type { ReactElement, ReactNode } from 'react'
import { createQueryClient } from '@/components/office/queries'
import { portalTranslations } from '@/lib/server/cms/translations'

const router = {} as AppRouterInstance

/** Renders a view of the back office in English, with the given query string. */
export function renderOffice(view: ReactElement, search = '') {
  const client = createQueryClient()
  const params = new URLSearchParams(search)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <AppRouterContext value={router}>
      <TranslationProvider
        dateFNSKey="en-US"
        fallbackLang="en"
        language="en"
        languageOptions={[]}
        switchLanguageServerAction={() => Promise.resolve()}
        translations={portalTranslations.en}
      >
        <SearchParamsContext value={params}>
          <QueryClientProvider client={client}>{children}</QueryClientProvider>
        </SearchParamsContext>
      </TranslationProvider>
    </AppRouterContext>
  )
  return { client, ...render(view, { wrapper }) }
}
