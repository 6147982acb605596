import css from './badge.module.css';

export type Tone = 'good' | 'warn' | 'danger' | 'neutral';

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: string }) {
  return <span className={`${css['badge']} ${css[tone]}`}>{children}</span>;
}
