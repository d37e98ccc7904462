import type { AdminViewServerProps } from 'payload'
import { portalTranslations } from '@/lib/server/cms/translations/say'

/**
 * Where nobody of the staff exists yet. Whoever finds an open form first would own the portal; whoever can run a command
 * on its server does so already.
 */
export function FirstUserView({ initPageResult }: AdminViewServerProps) {
  const { language } = initPageResult.req.i18n
  const words = portalTranslations[language === 'en' || language === 'ru' ? language : 'uk'].office
  return (
    <section className="office office-first">
      <h1>{words.firstUserTitle}</h1>
      <p>{words.firstUserText}</p>
      <pre>
        <code>npm run admin:create</code>
      </pre>
      <p className="office-soft">{words.firstUserNext}</p>
    </section>
  )
}
