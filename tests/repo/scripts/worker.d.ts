// What the server writes above the service worker.
declare const SHELL: string[];
declare const PAGE: string;
