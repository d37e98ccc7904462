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
  label: words('Налаштування', 'Settings', 'Настройки'),
  admin: { group: words('Сайт', 'Site', 'Сайт') },
  access: { read: only(CONTENT_ROLES), update: only(CONTENT_ROLES) },
  hooks: { afterChange: [announceGlobalChange, auditGlobalChange] },
  fields: [
    localizedText('company_name', words('Назва компанії', 'Company name', 'Название компании')),
    { name: 'logo', type: 'upload', relationTo: 'media', label: words('Логотип', 'Logo', 'Логотип') },
    image('favicon', words('Значок вкладки', 'Tab icon', 'Значок вкладки')),
    {
      name: 'support_email',
      type: 'email',
      required: true,
      label: words('Пошта підтримки', 'Support email', 'Почта поддержки'),
    },
    localizedText('copyright', words('Рядок авторського права', 'Copyright line', 'Строка авторского права')),
    localizedText('working_hours', words('Робочий час', 'Working hours', 'Рабочее время')),
    linksField(
      'links',
      words('Соціальні мережі', 'Social networks', 'Социальные сети'),
      words('Мережа', 'Network', 'Сеть'),
    ),
    {
      name: 'contacts',
      type: 'array',
      label: words('Контакти', 'Contacts', 'Контакты'),
      labels: names(words('Підрозділ', 'Department', 'Подразделение'), words('Контакти', 'Contacts', 'Контакты')),
      admin: rowTitle,
      fields: [
        localizedText('label', words('Підрозділ', 'Department', 'Подразделение')),
        {
          name: 'is_main',
          type: 'checkbox',
          defaultValue: false,
          label: words('Головний контакт', 'Main contact', 'Главный контакт'),
        },
        {
          name: 'phones',
          type: 'array',
          label: words('Телефони', 'Phones', 'Телефоны'),
          labels: names(words('Телефон', 'Phone', 'Телефон'), words('Телефони', 'Phones', 'Телефоны')),
          admin: rowTitle,
          fields: [
            row(
              localizedText('label', words('Підпис', 'Label', 'Подпись'), { required: false }),
              text('number', words('Номер', 'Number', 'Номер')),
            ),
          ],
        },
        linksField(
          'socials',
          words('Месенджери та мережі', 'Messengers and networks', 'Мессенджеры и сети'),
          words('Посилання', 'Link', 'Ссылка'),
        ),
      ],
    },
    pageMetaGroup(),
  ],
}
