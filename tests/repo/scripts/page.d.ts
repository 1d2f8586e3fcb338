// What the pages bring besides the scripts that are checked.
interface Window {
  htmx?: { swap(how: { text: string; target: Element; swap: string; sourceElement: Element }): Promise<void> };
}
