import { type ReactNode, useState } from 'react';

interface LogoProps {
  readonly url: string | null;
  readonly alt: string;
  readonly className?: string | undefined;
  /** Stands where there is no logo, or none that loads. */
  readonly fallback: ReactNode;
}

/** An organisation's logo. Its host learns nothing of the page it stands on. */
export function Logo({ url, alt, className, fallback }: LogoProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || url === '' || failed === url || !/^https:\/\//i.test(url)) return fallback;
  return <img src={url} alt={alt} className={className} referrerPolicy="no-referrer" decoding="async" onError={() => setFailed(url)} />;
}
