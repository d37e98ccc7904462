import type { UnnamedTab } from 'payload';
import { words } from '@/lib/server/cms/words';

/** What search engines and social networks read of a page. */
export function pageMetaTab(): UnnamedTab {
  return {
    label: words('Для пошуковиків', 'For search engines', 'Для поисковиков'),
    fields: [
      { name: 'meta_title', type: 'text', localized: true, maxLength: 120, label: words('Заголовок сторінки', 'Page title', 'Заголовок страницы') },
      { name: 'meta_description', type: 'textarea', localized: true, maxLength: 320, label: words('Опис', 'Description', 'Описание') },
      { name: 'meta_image', type: 'upload', relationTo: 'media', label: words('Зображення для соцмереж', 'Image for social networks', 'Изображение для соцсетей') },
    ],
  };
}
