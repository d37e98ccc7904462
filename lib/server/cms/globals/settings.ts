import type { GlobalConfig } from 'payload'
import { CONTENT_ROLES, only } from '@/lib/server/cms/access'
import { image, localizedText, names, row, rowTitle, text, words } from '@/lib/server/cms/fields/basic-fields'
import { linksField } from '@/lib/server/cms/fields/links'
import { pageMetaGroup } from '@/lib/server/cms/fields/page-meta'
import { announceGlobalChange } from '@/lib/server/cms/hooks/announce-change'
import { auditGlobalChange } from '@/lib/server/cms/hooks/audit-change'

/** What the header, the footer and the letters say of the company: content, which editors keep (docs/decisions/0014). */
export const Settings: GlobalConfig = {
  slug: 'settings',
  label: words('settings'),
  admin: { group: words('site') },
  access: { read: only(CONTENT_ROLES), update: only(CONTENT_ROLES) },
  hooks: { afterChange: [announceGlobalChange, auditGlobalChange] },
  fields: [
    localizedText('company_name', words('companyName')),
    { ...image('logo', words('logo')), admin: { description: words('logoHint') } },
    image('favicon', words('tabIcon')),
    {
      name: 'support_email',
      type: 'email',
      required: true,
      label: words('supportEmail'),
    },
    localizedText('copyright', words('copyrightLine')),
    localizedText('working_hours', words('workingHours')),
    linksField('links', words('socialNetworks'), words('network')),
    {
      name: 'contacts',
      type: 'array',
      label: words('contacts'),
      labels: names(words('department'), words('contacts')),
      admin: rowTitle,
      fields: [
        localizedText('label', words('department')),
        {
          name: 'is_main',
          type: 'checkbox',
          defaultValue: false,
          label: words('mainContact'),
        },
        {
          name: 'phones',
          type: 'array',
          label: words('phones'),
          labels: names(words('phone'), words('phones')),
          admin: rowTitle,
          fields: [row(localizedText('label', words('label'), { required: false }), text('number', words('number')))],
        },
        linksField('socials', words('messengersAndNetworks'), words('link')),
      ],
    },
    pageMetaGroup(),
  ],
}
