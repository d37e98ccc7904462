import type { AdminViewServerProps } from 'payload'
import { Office, Quiet } from '@/app/(cms)/office/kit'
import { portalTranslations } from '@/lib/server/cms/translations/say'

/**
 * Where nobody of the staff exists yet. Whoever finds an open form first would own the portal; whoever can run a command
 * on its server does so already.
 */
export function FirstUserView({ initPageResult }: AdminViewServerProps) {
  const { language } = initPageResult.req.i18n
  const words = portalTranslations[language === 'en' || language === 'ru' ? language : 'uk'].office
  return (
    <Office>
      <h1 className="text-title">{words.firstUserTitle}</h1>
      <p>{words.firstUserText}</p>
      <pre className="overflow-x-auto rounded-md bg-sunken px-4 py-3.5">
        <code>npm run admin:create</code>
      </pre>
      <Quiet>{words.firstUserNext}</Quiet>
    </Office>
  )
}
